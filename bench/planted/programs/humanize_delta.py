import datetime as dt

import humanize

print("backup was made", humanize.naturaltime(dt.timedelta(days=100)))
