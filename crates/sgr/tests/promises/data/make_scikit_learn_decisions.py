"""Makes scikit_learn_decisions.json: two synthetic sets of vectors and what scikit-learn's classifiers decide on them.

    python make_scikit_learn_decisions.py      (numpy, scikit-learn 1.9)
"""
import json, pathlib

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

COSTS = [1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3]


def inner_folds(y):
    """Five folds: the examples of class after class, dealt out in turn."""
    fold = np.empty(len(y), int)
    fold[np.argsort(y, kind="stable")] = np.arange(len(y)) % 5
    return [(np.flatnonzero(fold != at), np.flatnonzero(fold == at)) for at in range(5)]


def right_by_cost(classifier, name, x, y):
    """Right predictions over the inner folds for each C."""
    search = GridSearchCV(classifier, {name: COSTS}, cv=inner_folds(y), refit=False, scoring=lambda m, a, b: int((m.predict(a) == b).sum()))
    search.fit(x, y)
    return sum(np.round(search.cv_results_[f"split{at}_test_score"]) for at in range(5)).astype(int).tolist()


def blobs(random, classes, examples, width, spread):
    """Overlapping Gaussian clouds, correlated columns, rounded so that the file holds the same f32."""
    y = np.arange(examples) % classes
    centres = random.normal(size=(classes, width))
    x = centres[y] + spread * random.normal(size=(examples, width)) @ (0.3 * random.normal(size=(width, width)) + np.eye(width))
    return np.round(x, 3).astype(np.float32), y


def case(random, classes, examples, width, spread):
    x, y = blobs(random, classes, examples, width, spread)
    training, test = np.arange(examples * 2 // 3), np.arange(examples * 2 // 3, examples)
    wide = x.astype(float)
    # Tight tolerance: the reference is the minimum, not where liblinear would stop.
    logistic = LogisticRegression(C=1, solver="liblinear", tol=1e-10, max_iter=100000)
    logistic = OneVsRestClassifier(logistic) if classes > 2 else logistic
    logistic.fit(wide[training], y[training])
    gram = wide @ wide.T / width
    machine = SVC(C=1, kernel="precomputed", decision_function_shape="ovo").fit(gram[np.ix_(training, training)], y[training])
    rows = gram[np.ix_(test, training)]
    gaussian, neighbours = SVC(C=1), KNeighborsClassifier()
    gaussian.fit(wide[training], y[training])
    neighbours.fit(wide[training], y[training])
    # Columns of very different size, for which scaling matters.
    stretched = wide * 10.0 ** (np.arange(width) % 4)
    scaled = lambda classifier: make_pipeline(StandardScaler(), classifier).fit(stretched[training], y[training])
    predicted = lambda classifier: scaled(classifier).predict(stretched[test]).tolist()
    one_vs_rest = lambda: OneVsRestClassifier(LogisticRegression(C=1, solver="liblinear")) if classes > 2 else LogisticRegression(C=1, solver="liblinear")
    cost = "estimator__C" if classes > 2 else "C"
    # For two classes scikit-learn turns LIBSVM's sign around.
    sign = -1 if classes == 2 else 1
    return {
        "width": width,
        "training": len(training),
        "classes": y.tolist(),
        "vectors": [float(f"{value:.3f}") for value in x.ravel()],
        "logistic_decisions": np.reshape(logistic.decision_function(wide[test]), (len(test), -1)).round(8).tolist(),
        "logistic_classes": logistic.predict(wide[test]).tolist(),
        "svm_decisions": (sign * np.reshape(machine.decision_function(rows), (len(test), -1))).round(8).tolist(),
        "svm_classes": machine.predict(rows).tolist(),
        "gamma": gaussian._gamma,
        "gaussian_classes": gaussian.predict(wide[test]).tolist(),
        "neighbour_classes": neighbours.predict(wide[test]).tolist(),
        "standardized": {
            "logistic": predicted(one_vs_rest()),
            "svm": predicted(SVC(C=1)),
            "knn": predicted(KNeighborsClassifier()),
        },
        "right_by_cost": {
            "logistic": right_by_cost(logistic, cost, wide[training], y[training]),
            "svm": right_by_cost(SVC(), "C", wide[training], y[training]),
            "standardized svm": right_by_cost(make_pipeline(StandardScaler(), SVC()), "svc__C", stretched[training], y[training]),
        },
    }


random = np.random.default_rng(5)
cases = [case(random, 2, 90, 5, 1.5), case(random, 4, 150, 6, 1.0), case(random, 3, 45, 40, 2.0)]
path = pathlib.Path(__file__).with_name("scikit_learn_decisions.json")
path.write_text(json.dumps(cases, separators=(",", ":")) + "\n")
