from cachetools import LRUCache

pages = LRUCache(maxsize=10, getsizeof=len)
pages["index"] = "four"
pages["index"] = "sixsix"
pages["about"] = "abcd"
print("index" in pages, pages.currsize)
