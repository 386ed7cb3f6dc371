"""Runs the client for tests: reads a task from standard input and writes the result as JSON."""
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sarraf import Client, Ed25519, Hmac, Refusal, Unanswered, text_to_sign  # noqa: E402


def signer_of(key):
    return Ed25519(key["id"], key["privateKey"]) if "privateKey" in key else Hmac(key["id"], key["secret"])


def vectors(errand):
    signer = signer_of(errand["key"])
    texts = [text_to_sign(v["time"], v["method"], v["path"], v["body"].encode()) for v in errand["vectors"]]
    return {"texts": texts, "signatures": [signer.sign(text) for text in texts]}


def orders(errand):
    client = Client(errand["url"], signer_of(errand["key"]))
    order = {"marketType": errand["marketType"], "orderType": "LIMITED_BUY", "amount": "0.01", "unitPrice": errand["unitPrice"]}
    # An idempotency key belongs to the account, whichever of its programs uses it.
    once = "once-" + errand["key"]["id"]
    placed = client.place_order(**order, clientOrderId="python", postOnly=True)["baseDTO"]
    again = client.place_order(**order, idempotency_key=once)["baseDTO"]
    same = client.place_order(**order, idempotency_key=once)["baseDTO"]
    open_orders = client.orders(status="open", marketType=errand["marketType"], size=50)["content"]
    gone = client.cancel_order_by_client_id(clientOrderId="python")["baseDTO"]
    count = client.cancel_orders(all=True)["count"]
    refused = []
    for ask in (
        lambda: client.cancel_order(id=placed["id"]),
        lambda: client.place_order(**{**order, "amount": "1"}),
        lambda: Client(errand["url"], Hmac("nobody", "guessed")).wallet_totals(),
    ):
        try:
            ask()
        except Refusal as refusal:
            refused.append([refusal.status, refusal.code])
    for name in ("", ".", ".."):
        try:
            client.cancel_order(id=name)
        except ValueError as error:
            refused.append(str(error))
    return {
        "placed": placed["orderStatus"],
        "once": again["id"] == same["id"],
        "open": len(open_orders),
        "gone": gone["endedBy"],
        "count": count,
        "refused": refused,
    }


def clock(errand):
    """Our clock is an hour late, or an hour ahead."""
    seen = []
    for off in (-3600, 3600):
        client = Client(errand["url"], signer_of(errand["key"]), now=lambda: time.time() + off)
        seen.append(client.wallet_totals()["status"])
    return seen


def anybody(errand):
    client = Client(errand["url"])
    candles = client.candles(marketType=errand["marketType"], interval="1h", limit=3, from_=0, bounds="UTC")
    return {
        "markets": len(client.markets()["content"]),
        "candles": [candle["time"] % 3600 for candle in candles["content"]],
        "time": abs(client.server_time()["baseDTO"]["milliseconds"] / 1000 - time.time()) < 60,
    }


def lost(errand):
    """`lose` responses get lost on the way."""
    client = Client(errand["url"], signer_of(errand["key"]), most_attempts=errand["attempts"])
    try:
        order = client.place_order(
            marketType=errand["marketType"],
            orderType="LIMITED_BUY",
            amount="0.01",
            unitPrice=errand["unitPrice"],
            idempotency_key=errand["idempotencyKey"],
        )
        return order["baseDTO"]["id"]
    except Unanswered as error:
        return error.idempotency_key


errand = json.load(sys.stdin)
print(json.dumps(globals()[errand["do"]](errand)))
