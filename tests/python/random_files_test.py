"""Random data files, written by Python in every form and read by `descent data convert`, against what was written.
random_files_test.py DESCENT [FILES OF EACH FORMAT]"""
import csv
import gzip
import io
import os
import random
import subprocess
import sys
import tempfile

import numpy
import scipy.sparse

program = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 40


def data(draw):
    """A matrix with zeros, numbers of all sizes and short decimals; labels that are numbers or words."""
    m, n = draw.randint(1, 12), draw.randint(1, 9)
    kinds = [lambda: 0.0, lambda: 1.0, lambda: draw.gauss(0, 1), lambda: round(draw.gauss(0, 9), 2),
             lambda: draw.gauss(0, 1) * 10.0 ** draw.randint(-300, 300), lambda: float(draw.randint(-10**9, 10**9))]
    some = draw.sample(kinds, draw.randint(1, len(kinds)))
    X = numpy.array([[draw.choice(some)() for _ in range(n)] for _ in range(m)])
    words = draw.random() < 0.4
    labels = ["yes", "no", "a-b", "ä", "яߐࠀ", "日𠮷"] if words else ["1", "-1", "0", "2.5", "7"]
    return X, [draw.choice(labels) for _ in range(m)], words


def libsvm(draw, X, y, path):
    base, is_sorted = draw.choice([0, 1]), draw.random() < 0.7
    query = draw.random() < 0.2
    end = draw.choice(["\n", "\r\n", "\r", " \r \n"])
    lines = []
    for i, row in enumerate(X):
        # Zeros are written at times; column 0 and the last always, so that base and width are known.
        entries = [f"{j + base}:{v!r}" for j, v in enumerate(row.tolist())
                   if v != 0 or draw.random() < 0.1 or (i == 0 and j in (0, len(row) - 1))]
        if not is_sorted:
            draw.shuffle(entries)
        lines.append(" ".join([y[i]] + (["qid:3"] if query else []) + entries) + draw.choice(["", "", " # text"]))
    text = end.join(lines) + draw.choice(["", end])
    bytes_ = draw.choice([b"", b"\xef\xbb\xbf"]) + text.encode()
    with open(path, "wb") as file:
        file.write(gzip.compress(bytes_) if draw.random() < 0.3 else bytes_)
    return []


def table(draw, X, y, path):
    label, header = draw.randint(0, X.shape[1]), draw.random() < 0.7
    separator = draw.choice([",", ";", "\t"])
    comma = separator != "," and draw.random() < 0.4
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, quoting=draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
                        lineterminator=draw.choice(["\n", "\r\n"]))
    names = [f'c "{j}"{separator} x' for j in range(X.shape[1])]
    if header:
        writer.writerow(names[:label] + ["the label"] + names[label:])
    for row, of_row in zip(X.tolist(), y):
        cells = [repr(v).replace(".", ",") if comma else repr(v) for v in row]
        writer.writerow(cells[:label] + [of_row.replace(".", ",") if comma else of_row] + cells[label:])
    with open(path, "wb") as file:
        file.write(draw.choice([b"", b"\xef\xbb\xbf"]) + text.getvalue().encode())
    options = ["--label", "the label" if header else str(label + 1)]
    return options + (["--read", "decimal=,"] if comma else [])


def arrays(draw, X, y, path):
    try:
        labels = numpy.array([float(each) for each in y])
    except ValueError:
        labels = numpy.array(y if draw.random() < 0.5 else [each.encode() for each in y])
    order = draw.choice(["C", "F"])
    kind = draw.choice(["<f8", ">f8"])
    if draw.random() < 0.5:
        numpy.savez_compressed(path, X=numpy.asarray(X, dtype=kind, order=order), y=labels)
        return []
    sparse = scipy.sparse.csr_matrix(X)
    if draw.random() < 0.5:  # unsorted indices
        for i in range(X.shape[0]):
            part = slice(sparse.indptr[i], sparse.indptr[i + 1])
            sparse.indices[part], sparse.data[part] = sparse.indices[part][::-1].copy(), sparse.data[part][::-1].copy()
    scipy.sparse.save_npz(path, sparse)
    with open(path + ".y.npy", "wb") as file:
        numpy.lib.format.write_array(file, labels, version=draw.choice([(1, 0), (2, 0)]))
    return ["--read", "labels=" + os.path.basename(path) + ".y.npy"]


def check(draw, write, ending, folder):
    X, y, _ = data(draw)
    path, out = os.path.join(folder, "in" + ending), os.path.join(folder, "out.csv")
    if os.path.exists(out):
        os.remove(out)
    options = write(draw, X, y, path)
    run = subprocess.run([program, "data", "convert", path, out] + options, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    with open(out, newline="") as file:
        rows = list(csv.reader(file))[1:]
    read = numpy.array([[float(cell) for cell in row[:-1]] for row in rows])
    assert read.shape == X.shape and (read == X).all(), (X, read)

    def same(one, other):
        try:
            return float(one) == float(other)
        except ValueError:
            return one == other
    assert all(same(row[-1], each) for row, each in zip(rows, y)), (y, rows)


def refuse(message, folder, **arrays):
    path = os.path.join(folder, "in.npz")
    numpy.savez(path, **{"y": [0, 1], **arrays})
    run = subprocess.run([program, "data", "convert", path, os.path.join(folder, "none.csv")], capture_output=True,
                         text=True)
    assert run.returncode == 2 and message in run.stderr, (message, run)


with tempfile.TemporaryDirectory() as folder:
    for write, ending in ((libsvm, ".svm"), (table, ".csv"), (arrays, ".npz")):
        for seed in range(count):
            try:
                check(random.Random(seed), write, ending, folder)
            except AssertionError:
                print(f"{ending}, seed {seed}", file=sys.stderr)
                raise
    for number, kind in ((2**53 + 1, ">i8"), (2**64 - 1, "<u8")):
        refuse("which no double is", folder, X=numpy.array([[1], [number]], dtype=kind))
    refuse("has 3 labels, expected one for each of the 2 rows", folder, X=[[1.0], [2.0]], y=[0, 1, 1])
    matrix = {"format": b"csr", "shape": [2, 1], "indices": [0, 0], "data": [1.0, 2.0]}
    refuse("indptr must run from 0", folder, indptr=[1, 1, 2], **matrix)
    refuse("indptr must run from 0", folder, indptr=[0, 1, 1], **matrix)
    refuse("stands twice", folder, indptr=[0, 2, 2], **matrix)
    refuse("indptr must not fall", folder, indptr=[0, 2, 1, 2], **{**matrix, "shape": [3, 1]})
    refuse("save X.tocsr()", folder, indptr=[0, 1, 2], **{**matrix, "format": b"csc"})
print(f"{count} files of each format read as they were written")
