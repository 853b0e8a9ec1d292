from boltons.statsutils import Stats

waits = Stats([12, 15, 11, 90, 14, 13])
print("median", waits.median, "iqr", waits.iqr)
