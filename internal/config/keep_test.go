package config_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/config"
)

// A rule is shown as the settings write it.
func TestRuleAsText(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for want, keep := range map[string]config.Keep{
		"":        {},
		"90d":     {Age: 90 * day},
		"36h":     {Age: 36 * time.Hour},
		"1h30m0s": {Age: 90 * time.Minute},
		"30d/500": {Age: 30 * day, Count: 500},
		"/20":     {Count: 20},
	} {
		if got := keep.String(); got != want {
			t.Errorf("%+v is %q, want %q", keep, got, want)
		}
	}
}
