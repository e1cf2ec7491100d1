package totp_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/totp"
)

// rfcSecret is the secret of the test vectors in RFC 6238, appendix B.
const rfcSecret = "12345678901234567890"

// TestCodesOfTheRFC compares with the vectors for SHA-1. They have eight digits; a code of six digits is their end.
func TestCodesOfTheRFC(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[int64]string{
		59:             "94287082",
		1_111_111_109:  "07081804",
		1_111_111_111:  "14050471",
		1_234_567_890:  "89005924",
		2_000_000_000:  "69279037",
		20_000_000_000: "65353130",
	} {
		at := time.Unix(seconds, 0)
		if got := totp.Code([]byte(rfcSecret), totp.Step(at)); got != want[2:] {
			t.Errorf("at %d: got %s, want %s", seconds, got, want[2:])
		}
	}
}

// TestCodesOfNeighboringStepsAreAccepted: clocks may differ by one step, and not by two.
func TestCodesOfNeighboringStepsAreAccepted(t *testing.T) {
	t.Parallel()
	secret := []byte(rfcSecret)
	now := time.Date(2026, time.January, 31, 12, 0, 10, 0, time.UTC)
	for difference, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		step, isValid := totp.Check(secret, totp.Code(secret, totp.Step(now)+difference), now)
		if isValid != want {
			t.Errorf("%d steps away: valid is %t, want %t", difference, isValid, want)
		}
		if isValid && step != totp.Step(now)+difference {
			t.Errorf("%d steps away: the step is %d, want %d", difference, step, totp.Step(now)+difference)
		}
	}
	for _, wrong := range []string{"", "1", "00000", "0000000", "abcdef", " " + totp.Code(secret, totp.Step(now))} {
		if _, isValid := totp.Check(secret, wrong, now); isValid {
			t.Errorf("%q is accepted", wrong)
		}
	}
}

// TestAnotherSecretHasOtherCodes also checks that secrets are random and long enough.
func TestAnotherSecretHasOtherCodes(t *testing.T) {
	t.Parallel()
	one, other := totp.NewSecret(), totp.NewSecret()
	if len(one) != 20 || string(one) == string(other) {
		t.Fatalf("the secrets have %d bytes and are %x and %x", len(one), one, other)
	}
	same := 0
	for step := range int64(100) {
		if totp.Code(one, step) == totp.Code(other, step) {
			same++
		}
	}
	if same > 2 {
		t.Errorf("%d of 100 codes are equal", same)
	}
}

// TestURIHasWhatApplicationsNeed reads the address again.
func TestURIHasWhatApplicationsNeed(t *testing.T) {
	t.Parallel()
	text := totp.URI([]byte(rfcSecret), "Acme Data", "ada+test@example.com")
	parsed, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if parsed.Scheme != "otpauth" || parsed.Host != "totp" || parsed.Path != "/Acme Data:ada+test@example.com" {
		t.Errorf("the address is %s", text)
	}
	query := parsed.Query()
	if query.Get("secret") != "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" || query.Get("issuer") != "Acme Data" || query.Get("digits") != "6" {
		t.Errorf("the query is %v", query)
	}
	if strings.Contains(parsed.RawQuery, "+") {
		t.Errorf("the query has a plus sign, which applications show: %s", parsed.RawQuery)
	}
}
