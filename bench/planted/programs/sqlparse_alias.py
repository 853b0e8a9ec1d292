import sqlparse
from sqlparse.sql import IdentifierList

[statement] = sqlparse.parse("select orders.sum as total, town as city from orders")
[columns] = [each for each in statement.tokens if isinstance(each, IdentifierList)]
print("columns", [each.get_alias() for each in columns.get_identifiers()])
