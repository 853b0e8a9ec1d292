from marshmallow import Schema, fields


class Person(Schema):
    name = fields.String(data_key="fullName", attribute="full_name")
    age = fields.Integer()


print(Person().load({"fullName": "Ada", "age": "36"}))
