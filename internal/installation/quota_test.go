package installation_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/installation"
)

// The errors say how much there is, what is allowed, and who can change it.
func TestErrorsOfQuotas(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"has 3 users, which is its quota":                           installation.UserQuotaReached(3),
		"stores 2.0 KiB, which is more than its quota of 17 bytes":  installation.StorageQuotaReached(2048, 17),
		"stores 1.5 GiB, which is more than its quota of 1.0 GiB":   installation.StorageQuotaReached(3<<29, 1<<30),
		"stores 3.0 TiB, which is more than its quota of 1.0 MiB":   installation.StorageQuotaReached(3<<40, 1<<20),
		"stores 4096.0 TiB, which is more than its quota of 1 byte": installation.StorageQuotaReached(1<<52, 1),
	} {
		known := fault.From(err)
		if !strings.Contains(known.Message, want) || !strings.Contains(known.Hint, "operator") {
			t.Errorf("%q with the hint %q, want %q", known.Message, known.Hint, want)
		}
	}
}
