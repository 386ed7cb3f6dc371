# TIME METHOD PATH [BODY] as arguments, the private key's file in PRIVATE_KEY; prints the Ed25519 signature.
digest=$(printf '%s' "${4:-}" | openssl dgst -sha256 -r | cut -d' ' -f1)
text=$(mktemp)
printf '%s\n%s\n%s\n%s' "$1" "$2" "$3" "$digest" > "$text"
openssl pkeyutl -sign -rawin -inkey "$PRIVATE_KEY" -in "$text" | openssl base64 -A
rm "$text"
