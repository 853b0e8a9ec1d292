"""Runs inside the debuggee: values of libraries that are useless without their help (numpy, pandas, torch) are asked for shape, type and a
few items; only objects of the libraries' own classes.
"""

from . import describe_values, object_views, package_values
from .read_values import class_name, clip, facts_of, is_a, library

ITEMS_ASKED = 20
ROWS_ASKED = 4
# Numbers in an array of which the range is said at most: it takes less time than it takes to stop.
MOST_COMPARED = 100_000


def array_text(work, value, room, level):
    size = int(value.size)
    count = min(size, ITEMS_ASKED)
    spread = spread_text(value) if class_name(type(value)) == "ndarray" else None
    if spread is not None and spread.startswith("all "):
        return clip("ndarray(shape=%s, dtype=%s) %s" % (tuple(value.shape), value.dtype, spread), room)[0], True
    sample = value.reshape(-1)[:count].tolist() if value.flags.c_contiguous or size < 100000 else [
        value.flat[at].item() if value.dtype.kind != "O" else value.flat[at] for at in range(count)
    ]
    head = "%s(shape=%s, dtype=%s%s) " % (
        class_name(type(value)), tuple(value.shape), value.dtype, "" if spread is None else ", " + spread,
    )
    inner, cut = describe_values.sequence(work, "[", "]", size, ((None, each) for each in sample), room - len(head), level)
    return head + inner, cut or size > count


def spread_text(array):
    """`0.5 to 9.5, 3 nan` for numbers that are not all shown, `all 0.0` for equal ones; None for other arrays."""
    if not ITEMS_ASKED < array.size <= MOST_COMPARED or array.dtype.kind not in "iuf":
        return None
    known = array[array == array] if array.dtype.kind == "f" else array
    missing = int(array.size - known.size)
    if known.size == 0:
        return "all nan"
    least, most = known.min().item(), known.max().item()
    if least == most:
        return "all %r%s" % (least, " but %d nan" % missing if missing else "")
    return "%r to %r%s" % (least, most, ", %d nan" % missing if missing else "")


def labels_of(value, work, count, level):
    """The labels of the first items of a table or a column, as they stand before these; None where they are the numbers of the items."""
    index = value.index
    if is_a(index, "pandas", "RangeIndex") and index.start == 0 and index.step == 1:
        return [None] * count
    return [describe_values.key_text(work, each, level + 1) + ": " for each in list(index[:count])]


def plain_cell(item):
    return item.item() if library(item) == "numpy" and is_a(item, "numpy", "number", "bool_") else item


def frame_text(work, value, room, level):
    """Rows and columns, then the first rows as far as there is room for them."""
    rows, columns = value.shape
    dtypes = [(str(key), str(kind)) for key, kind in zip(list(value.columns[:20]), list(value.dtypes.iloc[:20]))]
    head = "DataFrame(%d rows × %d columns: %s)" % (rows, columns, ", ".join("%s %s" % pair for pair in dtypes))
    if rows == 0 or columns == 0 or room - len(head) < 12:
        return clip(head, room)[0], True
    first = [
        tuple(plain_cell(value.iat[row, column]) for column in range(min(columns, ITEMS_ASKED)))
        for row in range(min(rows, ROWS_ASKED))
    ]
    labels = labels_of(value, work, len(first), level)
    inner, _ = describe_values.sequence(work, " [", "]", rows, zip(labels, first), room - len(head), level)
    return head + inner, True


def column_text(work, value, room, level):
    size = int(value.size)
    is_series = is_a(value, "pandas", "Series")
    sample = list(value.iloc[:ITEMS_ASKED]) if is_series else list(value[:ITEMS_ASKED])
    labels = labels_of(value, work, len(sample), level) if is_series else [None] * len(sample)
    head = "%s(%d, %s) " % (class_name(type(value)), size, value.dtype)
    inner, cut = describe_values.sequence(work, "[", "]", size, zip(labels, sample), room - len(head), level)
    return head + inner, cut or size > ITEMS_ASKED


def library_text(work, value, room, level):
    """One line for a value of a library; None for those that are shown by what they have."""
    if not facts_of(type(value)).is_known:
        return None
    name = library(value)
    cls = class_name(type(value))
    if is_a(value, "numpy", "ndarray"):
        return array_text(work, value, room, level) if name == "numpy" else None
    if name == "pandas":
        if is_a(value, "pandas", "DataFrame"):
            return frame_text(work, value, room, level)
        if is_a(value, "pandas", "Series", "Index"):
            return column_text(work, value, room, level)
        if is_a(value, "pandas", "Period"):
            return clip(str(value).join((cls + "('", "')")), room)
    if name == "torch" and is_a(value, "torch", "Tensor"):
        return clip("%s(shape=%s, dtype=%s, device=%s)" % (cls, tuple(value.shape), value.dtype, value.device), room)[0], True
    return package_values.package_text(work, value, room, level) or object_views.stand_in_text(work, value, room, level)


def library_content(value):
    """As `inside`, for values of libraries; None for those that are listed by what they have."""
    if library(value) == "numpy" and is_a(value, "numpy", "ndarray"):
        size = len(value) if value.ndim else 0
        return size, lambda start, stop: [("[%d]" % at, value[at]) for at in range(start, min(stop, size))]
    if library(value) == "pandas" and is_a(value, "pandas", "DataFrame"):
        columns = list(value.columns)
        return len(columns), lambda start, stop: [
            (repr(key) if type(key) is str else str(key), value.iloc[:, at])
            for at, key in list(enumerate(columns))[start:stop]
        ]
    if library(value) == "pandas" and is_a(value, "pandas", "Series"):
        return int(value.size), lambda start, stop: [
            ("[%s]" % (key,), item) for key, item in zip(list(value.index[start:stop]), list(value.iloc[start:stop]))
        ]
    found = object_views.stands_for(value)
    return None if found is None else describe_values.inside(found[1])
