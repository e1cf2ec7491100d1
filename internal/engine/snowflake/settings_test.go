package snowflake_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os/exec"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/snowflake"
	"github.com/millrace/millrace/internal/fault"
)

func newKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}))
}

func TestSettings(t *testing.T) {
	t.Parallel()
	good, key := connection(), newKey(t)
	for name, tt := range map[string]struct {
		connection engine.Connection
		want       string // of the fault; empty for none
	}{
		"the required ones":          {good, ""},
		"all":                        {with(with(with(with(good, "role", "R"), "warehouse", "W"), "queryTag", "etl"), "statementTimeout", "30m"), ""},
		"an account with its region": {with(good, "account", "xy12345.eu-central-1.aws"), ""},
		"parameters as an object":    {with(good, "sessionParameters", map[string]any{"week_start": 1.0, "USE_CACHED_RESULT": false}), ""},
		"parameters as a text":       {with(good, "sessionParameters", "WEEK_START=1, LOCK_TIMEOUT = 60"), ""},
		"a key":                      {withSecret(good, "privateKey", key), ""},
		"no secret yet":              {withSecret(good), ""},
		"http on this machine":       {with(with(good, "protocol", "http"), "host", "127.0.0.1"), ""},
		"a private link":             {with(good, "host", "sales.privatelink.snowflakecomputing.com"), ""},

		"no account":                   {with(good, "account", nil), "setting account is missing"},
		"an account with its host":     {with(good, "account", "xy12345.snowflakecomputing.com"), "setting account is a URL or a host"},
		"an account that is a URL":     {with(good, "account", "https://xy12345"), "setting account is a URL or a host"},
		"an account with a space":      {with(good, "account", "my org"), "setting account is not the identifier"},
		"a host with a protocol":       {with(good, "host", "https://x.example"), "setting host is not a host name"},
		"http elsewhere":               {with(with(good, "protocol", "http"), "host", "snow.example.com"), "a secret is sent over https only"},
		"http without a host":          {with(good, "protocol", "http"), "a secret is sent over https only"},
		"another protocol":             {with(good, "protocol", "ftp"), "setting protocol is none of https, http"},
		"no database":                  {with(good, "database", ""), "setting database is empty"},
		"an unknown setting":           {with(good, "region", "x"), `setting "region" is not known`},
		"an unknown secret":            {withSecret(good, "token", "x"), `secret "token" is not known`},
		"a parameter with a space":     {with(good, "sessionParameters", "A B=1"), "setting sessionParameters has a name"},
		"a parameter of the engine":    {with(good, "sessionParameters", "autocommit=false"), "contains AUTOCOMMIT, which Millrace sets itself"},
		"no pair":                      {with(good, "sessionParameters", "a"), "setting sessionParameters is not an object"},
		"a long tag":                   {with(good, "queryTag", strings.Repeat("x", 201)), "setting queryTag has more than 200 bytes"},
		"two credentials":              {withSecret(good, "password", "hunter2-secret", "privateKey", key), "not with both"},
		"a key that is no PEM":         {withSecret(good, "privateKey", "hunter2-secret"), "is not in PEM format"},
		"a damaged key":                {withSecret(good, "privateKey", strings.Replace(key, "MII", "MIX", 1)), "is not an RSA key in PKCS #8 format"},
		"a key in another format":      {withSecret(good, "privateKey", strings.ReplaceAll(key, "PRIVATE", "RSA PRIVATE")), "is not a PKCS #8 key"},
		"a passphrase without a key":   {withSecret(good, "privateKeyPassphrase", "hunter2-secret"), "has no privateKey"},
		"garbage in an encrypted key":  {withSecret(good, "privateKey", strings.ReplaceAll(key, "PRIVATE", "ENCRYPTED PRIVATE"), "privateKeyPassphrase", "x"), "not supported"},
		"an encrypted key without one": {withSecret(good, "privateKey", strings.ReplaceAll(key, "PRIVATE", "ENCRYPTED PRIVATE")), "privateKeyPassphrase is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := snowflake.New(snowflake.Options{}).Check(tt.connection)
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (!fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("%v, want an invalid fault with %q", err, tt.want)
			case err != nil && strings.Contains(err.Error()+fault.From(err).Hint, "hunter2"):
				t.Errorf("%v shows the secret", err)
			}
		})
	}
}

// The keys are encrypted by OpenSSL, with the commands of Snowflake's documentation and with its defaults.
func TestEncryptedKeys(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("needs openssl")
	}
	key := newKey(t)
	for name, options := range map[string][]string{
		"3des": {"-v2", "des3"}, "aes256": {"-v2", "aes256"}, "aes128 with SHA-1": {"-v2", "aes128", "-v2prf", "hmacWithSHA1"},
		"aes192 with SHA-512": {"-v2", "aes192", "-v2prf", "hmacWithSHA512"}, "default": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			arguments := append([]string{"pkcs8", "-topk8", "-passout", "pass:it's a phrase"}, options...)
			command := exec.CommandContext(t.Context(), "openssl", arguments...)
			command.Stdin = strings.NewReader(key)
			encrypted, err := command.Output()
			if err != nil {
				t.Fatal(err)
			}
			for passphrase, want := range map[string]string{"it's a phrase": "", "wrong": "cannot be decrypted", "": "privateKeyPassphrase is missing"} {
				err := snowflake.New(snowflake.Options{}).Check(withSecret(connection(), "privateKey", string(encrypted), "privateKeyPassphrase", passphrase))
				if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
					t.Errorf("passphrase %q: %v, want %q", passphrase, err, want)
				}
			}
		})
	}
}
