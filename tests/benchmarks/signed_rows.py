"""Rows of LIBSVM text with two classes, for the scripts of this folder."""
import bz2

import numpy
import scipy.sparse


def signed_rows(path):
    """The matrix with labels multiplied in, from a file, plain or .bz2; the larger of the two labels is +1."""
    labels, starts, indices, values = [], [0], [], []
    with bz2.open(path, "rt") if path.endswith(".bz2") else open(path, encoding="ascii") as lines:
        for line in lines:
            label, *features = line.split()
            labels.append(float(label))
            for feature in features:
                index, value = feature.split(":")
                indices.append(int(index) - 1)
                values.append(float(value))
            starts.append(len(indices))
    labels = numpy.array(labels)
    signs = numpy.where(labels == labels.max(), 1.0, -1.0)
    return scipy.sparse.diags(signs) @ scipy.sparse.csr_matrix((values, indices, starts))
