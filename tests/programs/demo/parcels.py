"""Prints how much each depot has sent."""
from itertools import groupby

PARCELS = [
    {"depot": "Oslo", "weight": 4},
    {"depot": "Oslo", "weight": 6},
    {"depot": "Bergen", "weight": 3},
    {"depot": "Oslo", "weight": 5},
]


def by_depot(parcels):
    loads = {}
    for depot, group in groupby(parcels, key=lambda parcel: parcel["depot"]):
        loads[depot] = sum(parcel["weight"] for parcel in group)
    return loads


for depot, weight in by_depot(PARCELS).items():
    print(f"{depot:<7} {weight:>3} kg")
