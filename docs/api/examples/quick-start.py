# Reads the balance, places an order far from the market, cancels it. Python 3.9 and its own library are enough.
# SARRAF: the address of the exchange. KEY_ID: id of an HMAC key with READ and TRADE. SECRET: as it was shown.
import base64
import hashlib
import hmac
import json
import os
import time
import urllib.request

SARRAF, KEY_ID, SECRET = (os.environ[name] for name in ("SARRAF", "KEY_ID", "SECRET"))


def call(method, path, fields=None):
    """Signed over time, method, path with query, and the digest of the body."""
    body = b"" if fields is None else json.dumps(fields).encode()
    now = str(time.time_ns() // 1_000_000)
    text = "\n".join([now, method, path, hashlib.sha256(body).hexdigest()])
    signature = hmac.new(SECRET.encode(), text.encode(), hashlib.sha256).digest()
    headers = {
        "X-Api-Key": KEY_ID,
        "X-Api-Time": now,
        "X-Api-Signature": base64.b64encode(signature).decode(),
    }
    if body:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(SARRAF + path, body or None, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


print("Toman and coins:", json.dumps(call("GET", "/api/wallets/totals")))

# A limit a tenth below the published price: nobody sells at it, so the order waits.
with urllib.request.urlopen(SARRAF + "/api/coins/exchange-price/usd?toCurrencies=TETHER") as answer:
    published = json.load(answer)[0]["buyPrice"]
limit = int(published.split(".")[0]) * 9 // 10
placed = call("POST", "/api/orders", {
    "marketType": "TETHER_TOMAN",
    "orderType": "LIMITED_BUY",
    "amount": "10",
    "unitPrice": str(limit),
    "postOnly": True,
})
print("placed", placed["baseDTO"]["id"], "at", limit)

cancelled = call("DELETE", "/api/orders/" + placed["baseDTO"]["id"])
print("cancelled", cancelled["baseDTO"]["id"])
