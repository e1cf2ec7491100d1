package snowflake

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/des" //nolint:gosec // the command in Snowflake's documentation encrypts keys with it
	"crypto/pbkdf2"
	"crypto/rsa"
	"crypto/sha1" //nolint:gosec // the default of the format
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"hash"
	"strings"
)

// parsePrivateKey parses an RSA key in PEM format (PKCS #8), which may be encrypted. The errors end a sentence about the key and
// contain nothing of it.
func parsePrivateKey(text, passphrase string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(strings.TrimSpace(text)))
	if block == nil {
		return nil, errors.New("is not in PEM format")
	}
	encoded := block.Bytes
	switch {
	case block.Type == "ENCRYPTED PRIVATE KEY" && passphrase == "":
		return nil, errors.New("is encrypted, and privateKeyPassphrase is missing")
	case block.Type == "ENCRYPTED PRIVATE KEY":
		var err error
		if encoded, err = decryptPKCS8(encoded, passphrase); err != nil {
			return nil, err
		}
	case block.Type != "PRIVATE KEY":
		return nil, errors.New("is not a PKCS #8 key; convert it with openssl pkcs8 -topk8")
	}
	key, err := x509.ParsePKCS8PrivateKey(encoded)
	if err != nil && block.Type == "ENCRYPTED PRIVATE KEY" {
		return nil, errWrongPassphrase
	}
	own, isRSA := key.(*rsa.PrivateKey)
	if err != nil || !isRSA {
		return nil, errors.New("is not an RSA key in PKCS #8 format")
	}
	return own, nil
}

var (
	errWrongPassphrase = errors.New("cannot be decrypted with privateKeyPassphrase")
	errUnknownCipher   = errors.New("is encrypted in a way that is not supported; use openssl pkcs8 -topk8 -v2 aes256")
)

// encryptedKey is EncryptedPrivateKeyInfo of RFC 5958, encrypted with PBES2 of RFC 8018.
type encryptedKey struct {
	Algorithm struct {
		ID         asn1.ObjectIdentifier
		Parameters struct {
			Derivation struct {
				ID         asn1.ObjectIdentifier
				Parameters struct {
					Salt       []byte
					Iterations int
					Length     int                      `asn1:"optional"`
					Function   pkix.AlgorithmIdentifier `asn1:"optional"`
				}
			}
			Encryption struct {
				ID     asn1.ObjectIdentifier
				Vector []byte
			}
		}
	}
	Data []byte
}

// maxIterations limits the time that deriving a key takes.
const maxIterations = 10_000_000

func decryptPKCS8(encoded []byte, passphrase string) ([]byte, error) {
	var e encryptedKey
	if rest, err := asn1.Unmarshal(encoded, &e); err != nil || len(rest) > 0 {
		return nil, errUnknownCipher
	}
	p := e.Algorithm.Parameters
	derivation := p.Derivation.Parameters
	function, known := hashFunctions()[derivation.Function.Algorithm.String()]
	scheme, supported := ciphers()[p.Encryption.ID.String()]
	if !known || !supported || derivation.Iterations < 1 || derivation.Iterations > maxIterations {
		return nil, errUnknownCipher
	}
	key, err := pbkdf2.Key(function, passphrase, derivation.Salt, derivation.Iterations, scheme.keyLength)
	if err != nil {
		return nil, errUnknownCipher
	}
	return scheme.decrypt(key, p.Encryption.Vector, e.Data)
}

// hashFunctions returns the functions of PBKDF2 by their object identifiers. The default is SHA-1.
func hashFunctions() map[string]func() hash.Hash {
	return map[string]func() hash.Hash{
		"": sha1.New, "1.2.840.113549.2.7": sha1.New, "1.2.840.113549.2.9": sha256.New,
		"1.2.840.113549.2.10": sha512.New384, "1.2.840.113549.2.11": sha512.New,
	}
}

// blockCipher is a cipher in CBC mode.
type blockCipher struct {
	keyLength int
	open      func(key []byte) (cipher.Block, error)
}

func ciphers() map[string]blockCipher {
	return map[string]blockCipher{
		"2.16.840.1.101.3.4.1.2": {16, aes.NewCipher}, "2.16.840.1.101.3.4.1.22": {24, aes.NewCipher},
		"2.16.840.1.101.3.4.1.42": {32, aes.NewCipher}, "1.2.840.113549.3.7": {24, des.NewTripleDESCipher},
	}
}

func (c blockCipher) decrypt(key, vector, data []byte) ([]byte, error) {
	block, err := c.open(key)
	if err != nil {
		return nil, errUnknownCipher
	}
	size := block.BlockSize()
	if len(vector) != size || len(data) == 0 || len(data)%size != 0 {
		return nil, errUnknownCipher
	}
	plain := make([]byte, len(data))
	cipher.NewCBCDecrypter(block, vector).CryptBlocks(plain, data)
	padding := int(plain[len(plain)-1])
	if padding < 1 || padding > size {
		return nil, errWrongPassphrase
	}
	return plain[:len(plain)-padding], nil
}
