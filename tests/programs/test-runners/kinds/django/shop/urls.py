from django.http import HttpResponse
from django.urls import path

def total(request, count):
    price = 5
    if count == 0:
        raise ValueError("none")  # @thrown
    return HttpResponse(str(price * count))

urlpatterns = [path("total/<int:count>", total)]
