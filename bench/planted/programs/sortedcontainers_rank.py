from sortedcontainers import SortedList

scores = SortedList()
scores._reset(4)
scores.update(range(0, 100, 5))
print("better than", scores.bisect_left(70), "of", len(scores))
