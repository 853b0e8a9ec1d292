import datetime as dt

from dateutil.relativedelta import relativedelta

start = dt.date(2024, 1, 31)
print("warranty ends", start + relativedelta(months=+14))
