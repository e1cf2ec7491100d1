package schedule_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/schedule"
)

func TestInvalidCronNamesTheWrongPart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, part, message string }{
		{"30 25 * * MON-FRI", "25", "hour 25 is above the maximum, 23"},
		{"  30   25 * * MON-FRI ", "25", "hour 25 is above the maximum, 23"},
		{"0 6 1,32,5 * *", "32", "day 32 is above the maximum, 31"},
		{"0 6 0 * *", "0", "day 0 is below the minimum, 1"},
		{"0 6 * * MONDAY", "MONDAY", `"MONDAY" is not a valid weekday`},
		{"*/0 * * * *", "*/0", `"*/0" is not a valid minute`},
		{"0 6 * 1-13 *", "1-13", "month 13 is above the maximum, 12"},
		{"0 99999999999999999999 * * *", "99999999999999999999", "is above the maximum, 23"},
		{"70 0 6 * * *", "70", "second 70 is above the maximum, 59"},
		{"0 ö * * *", "ö", "is not a valid hour"},
		{"0 ,, * * *", ",,", "is empty"},
		{"*/5 * * * * *", "*/5", "more often"},
	} {
		_, err := schedule.ParseCron(tt.text)
		known := fault.From(err)
		if known.Kind != fault.Invalid || !strings.Contains(known.Message, tt.message) || known.Hint == "" {
			t.Errorf("%q: %v, want %q and a hint", tt.text, err, tt.message)
		}
		if known.Position == nil {
			t.Errorf("%q: no position", tt.text)
			continue
		}
		if got := string([]rune(tt.text)[known.Position.Start:known.Position.End]); got != tt.part {
			t.Errorf("%q: the position is that of %q, want %q", tt.text, got, tt.part)
		}
	}
}
