def weigh(parcels):
    total = 0
    for name, weight in parcels:
        total += weight
    return {"total": total, "names": {name for name, _ in parcels}}


print(weigh([("lamp", 2), ("chair", 7), ("rug", 4)]))
