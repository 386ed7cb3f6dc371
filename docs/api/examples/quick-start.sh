#!/usr/bin/env bash
# Reads the balance, places an order far from the market, cancels it. curl and openssl 3 are all it needs.
# SARRAF: the address of the exchange. KEY_ID: id of an Ed25519 key with READ and TRADE. PRIVATE_KEY: its file.
#   openssl genpkey -algorithm ed25519 -out private.pem      # stays with you
#   openssl pkey -in private.pem -pubout                     # goes to the page of keys
set -euo pipefail

# call METHOD PATH [BODY]: signed over time, method, path with query, and the digest of the body.
call() {
  local method=$1 path=$2 body=${3:-} time digest signature text
  time=$(date +%s%3N)
  digest=$(printf '%s' "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
  # openssl signs Ed25519 only from a file.
  text=$(mktemp)
  printf '%s\n%s\n%s\n%s' "$time" "$method" "$path" "$digest" > "$text"
  signature=$(openssl pkeyutl -sign -rawin -inkey "$PRIVATE_KEY" -in "$text" | openssl base64 -A)
  rm "$text"
  curl --silent --show-error --fail-with-body --request "$method" "$SARRAF$path" \
    --header "X-Api-Key: $KEY_ID" --header "X-Api-Time: $time" --header "X-Api-Signature: $signature" \
    ${body:+--header 'Content-Type: application/json' --data "$body"}
}

field() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }

echo "Toman and coins: $(call GET /api/wallets/totals)"

# A limit a tenth below the published price: nobody sells at it, so the order waits.
published=$(curl --silent --fail "$SARRAF/api/coins/exchange-price/usd?toCurrencies=TETHER" | field buyPrice)
limit=$((${published%%.*} * 9 / 10))
placed=$(call POST /api/orders \
  "{\"marketType\":\"TETHER_TOMAN\",\"orderType\":\"LIMITED_BUY\",\"amount\":\"10\",\"unitPrice\":\"$limit\",\"postOnly\":true}")
id=$(field id <<< "$placed")
echo "placed $id at $limit"

cancelled=$(call DELETE "/api/orders/$id")
echo "cancelled $(field id <<< "$cancelled")"
