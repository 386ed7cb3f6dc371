import base64
import hashlib
import hmac


def signature_of(secret, time, method, path, body=""):
    """By HMAC-SHA256, under the secret as the text that was shown: don't decode it."""
    text = "\n".join([time, method, path, hashlib.sha256(body.encode()).hexdigest()])
    return base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest()).decode()
