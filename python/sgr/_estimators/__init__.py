"""scikit-learn transformers; scikit-learn itself is not needed."""

from ._fgsd import FGSD
from ._fingerprint import Fingerprint
from ._heat_trace import HeatTrace
from ._netsimile import NetSimile
from ._sgr import SGR
from ._spectrum import Spectrum

__all__ = ["FGSD", "SGR", "Fingerprint", "HeatTrace", "NetSimile", "Spectrum"]
