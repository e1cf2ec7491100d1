package secret_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
)

func seal(t testing.TB, keys *secret.Keys, plain, context string) string {
	t.Helper()
	sealed, err := keys.Seal([]byte(plain), context)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestSealedValuesCanBeOpened(t *testing.T) {
	t.Parallel()
	keys := fixedKeys(t)
	for _, plain := range []string{"", "x", `{"password":"hunter2"}`, strings.Repeat("long ", 10_000), "\x00\xff"} {
		sealed := seal(t, keys, plain, "connection 7")
		if !strings.HasPrefix(sealed, "v1.") || (plain != "" && strings.Contains(sealed, plain) && len(plain) > 3) {
			t.Errorf("sealed form of %q is %q", plain, sealed)
		}
		if opened, err := keys.Open(sealed, "connection 7"); err != nil || string(opened) != plain {
			t.Errorf("opened = %q, %v, want %q", opened, err, plain)
		}
	}
}

func TestSealingTwiceGivesDifferentValues(t *testing.T) {
	t.Parallel()
	keys := fixedKeys(t)
	first, second := seal(t, keys, "hunter2", "c"), seal(t, keys, "hunter2", "c")
	if first == second {
		t.Error("two sealed values of one text are equal")
	}
}

func TestSealedValuesAreBoundToKeyAndContext(t *testing.T) {
	t.Parallel()
	keys, others := fixedKeys(t), load(t, t.TempDir())
	sealed := seal(t, keys, "hunter2", "connection 7")
	for name, open := range map[string]func() ([]byte, error){
		"another row":    func() ([]byte, error) { return keys.Open(sealed, "connection 8") },
		"a longer name":  func() ([]byte, error) { return keys.Open(sealed, "connection 77") },
		"no context":     func() ([]byte, error) { return keys.Open(sealed, "") },
		"another server": func() ([]byte, error) { return others.Open(sealed, "connection 7") },
	} {
		plain, err := open()
		if plain != nil || !fault.Is(err, fault.Unavailable) || fault.From(err).Hint == "" {
			t.Errorf("%s: %q, %v, want an unavailable fault with a hint", name, plain, err)
		}
	}
}

func TestSealRequiresAContext(t *testing.T) {
	t.Parallel()
	if _, err := fixedKeys(t).Seal([]byte("hunter2"), ""); !fault.Is(err, fault.Internal) {
		t.Errorf("%v, want an internal fault", err)
	}
}

func TestChangedSealedValueIsRejected(t *testing.T) {
	t.Parallel()
	keys := fixedKeys(t)
	sealed := seal(t, keys, "hunter2", "c")
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(sealed, "v1."))
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		if _, err := keys.Open("v1."+base64.RawURLEncoding.EncodeToString(changed), "c"); err == nil {
			t.Errorf("a value with byte %d changed was opened", i)
		}
	}
	for i := range raw {
		if _, err := keys.Open("v1."+base64.RawURLEncoding.EncodeToString(raw[:i]), "c"); err == nil {
			t.Errorf("a value truncated to %d bytes was opened", i)
		}
	}
}

func TestInvalidTextCannotBeOpened(t *testing.T) {
	t.Parallel()
	keys := fixedKeys(t)
	sealed := seal(t, keys, "hunter2", "c")
	for _, text := range []string{
		"", "v1", "v1.", "v2." + sealed[3:], sealed[3:], "V1." + sealed[3:], sealed + "=", sealed + "A",
		sealed[:10] + "\n" + sealed[10:], sealed + "\n", " " + sealed, "v1.!!!!", "hunter2",
	} {
		_, err := keys.Open(text, "c")
		if err == nil {
			t.Errorf("%q was opened", text)
			continue
		}
		if len(text) > 4 && strings.Contains(err.Error(), text) {
			t.Errorf("the error contains the value: %v", err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	keys := fixedKeys(f)
	f.Add(fixedSealed, "connection 7")
	f.Add(fixedSealed, "connection 8")
	f.Add("v1.", "")
	f.Add("v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "connection 7")
	f.Add("v2."+fixedSealed[3:], "connection 7")
	f.Fuzz(func(t *testing.T, text, context string) {
		plain, err := keys.Open(text, context)
		genuine := text == fixedSealed && context == "connection 7"
		if genuine != (err == nil) || (genuine && string(plain) != "hunter2") {
			t.Fatalf("Open(%q, %q) = %q, %v", text, context, plain, err)
		}
	})
}
