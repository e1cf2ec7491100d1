package webhook_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

func TestBackoffGrowsToItsMaximum(t *testing.T) {
	t.Parallel()
	if got := webhook.Backoff(1); got != 5*time.Second {
		t.Errorf("the first wait is %s", got)
	}
	for failed := 1; failed < 100; failed++ {
		if webhook.Backoff(failed+1) < webhook.Backoff(failed) || webhook.Backoff(failed) > webhook.MaxBackoff {
			t.Errorf("after %d failures the wait is %s, then %s", failed, webhook.Backoff(failed), webhook.Backoff(failed+1))
		}
	}
	if webhook.Backoff(100) != webhook.MaxBackoff || webhook.Backoff(0) != webhook.Backoff(1) || webhook.Backoff(-5) != webhook.Backoff(1) {
		t.Error("the first or the last wait is wrong")
	}
}
