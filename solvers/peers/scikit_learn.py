#!/usr/bin/python3
"""scikit-learn's linear models as methods of descent, by the protocol of docs/programs.md.

    scikit_learn.py describe | solve REQUEST.json

Needs Debian's python3-sklearn (.ci/install.sh --with-peers).

The objective is F(w) = lambda R(w) + (1/m) sum_i loss_i(w), R = |w|^2/2 or |w|_1. LinearSVC, LinearSVR and
LogisticRegression minimise R(w) + C sum_i loss_i(w) with C = 1/(lambda m), which is F/lambda; SGDClassifier
minimises F with alpha = lambda. No model has an intercept of its own: a bias is a feature of the data, and
regularised, as it is for descent's methods.
"""

import importlib.metadata
import json
import sys
import time
import warnings

CLASSIFICATION = ["hinge", "squared_hinge", "logistic"]

# Model: the kinds of problems that it solves.
MODELS = {
    "linear_svc_dual": [("hinge", "l2"), ("squared_hinge", "l2")],
    "linear_svc_primal": [("squared_hinge", "l2"), ("squared_hinge", "l1")],
    "lbfgs": [("logistic", "l2")],
    "newton-cholesky": [("logistic", "l2")],
    "saga": [("logistic", "l2"), ("logistic", "l1")],
    "liblinear": [("logistic", "l2"), ("logistic", "l1")],
    "sgd": [(loss, regularizer) for loss in CLASSIFICATION for regularizer in ("l2", "l1")],
    "linear_svr_dual": [("epsilon_insensitive", "l2"), ("squared_epsilon_insensitive", "l2")],
    "linear_svr_primal": [("squared_epsilon_insensitive", "l2")],
}


def describe():
    try:
        versions = [f"{package} {importlib.metadata.version(package)}" for package in ("scikit-learn", "numpy", "scipy")]
    except importlib.metadata.PackageNotFoundError as missing:
        sys.exit(f"{missing.name} is not installed; .ci/install.sh --with-peers installs python3-sklearn")
    pairs = sorted({pair for solved in MODELS.values() for pair in solved})
    return {
        "protocol": 1,
        "name": "scikit-learn",
        "version": ", ".join(versions),
        "solves": [
            {"loss": loss, "regularizer": regularizer,
             "when": {"model": [model for model, solved in MODELS.items() if (loss, regularizer) in solved]}}
            for loss, regularizer in pairs
        ],
        "options": [
            {"name": "model", "description": "the class, and its solver", "default": "linear_svc_dual",
             "choices": list(MODELS)},
            {"name": "average", "description": "of sgd: the mean of all iterates is the result", "default": False},
            {"name": "max_iter", "description": "iterations or epochs at most", "default": 100000, "integer": True,
             "minimum": 1},
        ],
    }


def model_of(request):
    from sklearn.linear_model import LogisticRegression, SGDClassifier
    from sklearn.svm import LinearSVC, LinearSVR

    options = request["options"]
    name, loss, penalty = options["model"], request["loss"], request["regularizer"]
    common = {"tol": request["tolerance"], "max_iter": int(options["max_iter"]), "fit_intercept": False,
              "random_state": request["seed"]}
    if name.startswith("linear_svc"):
        return LinearSVC(loss=loss, penalty=penalty, dual=name.endswith("dual"), C=request["C"], **common)
    if name.startswith("linear_svr"):
        return LinearSVR(loss=loss, epsilon=request["epsilon"], dual=name.endswith("dual"), C=request["C"], **common)
    if name == "sgd":
        return SGDClassifier(loss="log_loss" if loss == "logistic" else loss, penalty=penalty,
                             alpha=request["lambda"], average=options["average"], **common)
    return LogisticRegression(solver=name, penalty=penalty, C=request["C"], **common)


def solve(request):
    import numpy
    import scipy.sparse

    csr = request["data"]["csr"]
    arrays = {
        key: numpy.memmap(csr["path"], csr[key]["type"], "c", csr[key]["offset"], csr[key]["count"])
        for key in ("labels", "starts", "indices", "values")
    }
    rows = scipy.sparse.csr_matrix((arrays["values"], arrays["indices"], arrays["starts"]),
                                   shape=(request["rows"], request["columns"]))
    labels = numpy.array(arrays["labels"])
    model = model_of(request)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        start = time.process_time()
        model.fit(rows, labels)
        seconds = time.process_time() - start
    iterations = int(numpy.max(model.n_iter_))
    model.coef_.astype("<f8").tofile(request["weights"])
    answer = {"seconds": seconds, "updates": iterations,
              "status": "limit" if iterations >= request["options"]["max_iter"] else "converged"}
    if request["options"]["model"] in ("sgd", "saga", "linear_svc_dual", "linear_svr_dual"):
        answer["passes"] = iterations
    return answer


if __name__ == "__main__":
    if sys.argv[1:] == ["describe"]:
        print(json.dumps(describe()))
    elif sys.argv[1:2] == ["solve"] and len(sys.argv) == 3:
        with open(sys.argv[2]) as file:
            print(json.dumps(solve(json.load(file))))
    else:
        sys.exit(__doc__)
