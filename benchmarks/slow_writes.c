/* A slow disk for one process, by LD_PRELOAD: every large write first sleeps SLOW_WRITE_MICROSECONDS. For memory_of_tables.py. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

ssize_t write(int file, const void *bytes, size_t count) {
    static ssize_t (*system_write)(int, const void *, size_t);
    if (!system_write) system_write = dlsym(RTLD_NEXT, "write");
    const char *microseconds = getenv("SLOW_WRITE_MICROSECONDS");
    if (microseconds && count > 30000) usleep(atoi(microseconds));
    return system_write(file, bytes, count);
}
