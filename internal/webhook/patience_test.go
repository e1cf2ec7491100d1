package webhook_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

func TestWaitsGrow(t *testing.T) {
	t.Parallel()
	if got := webhook.Wait(1); got != 5*time.Second {
		t.Errorf("the first wait is %s", got)
	}
	for failed := 1; failed < 100; failed++ {
		if webhook.Wait(failed+1) < webhook.Wait(failed) || webhook.Wait(failed) > webhook.LongestWait {
			t.Errorf("after %d failures the wait is %s, then %s", failed, webhook.Wait(failed), webhook.Wait(failed+1))
		}
	}
	if webhook.Wait(100) != webhook.LongestWait || webhook.Wait(0) != webhook.Wait(1) || webhook.Wait(-5) != webhook.Wait(1) {
		t.Error("the ends of the waits are wrong")
	}
}
