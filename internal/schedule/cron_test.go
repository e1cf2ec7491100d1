package schedule_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/schedule"
)

func TestInvalidCronIsRejected(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "is empty",
		"   ":                             "is empty",
		"5":                               "has only one field",
		"* * * *":                         "has 4 fields",
		"0 0 * * * * *":                   "has 7 fields",
		"@daily":                          "not a list of fields",
		"@every 1s":                       "not a list of fields",
		"TZ=Europe/Berlin 0 * * * *":      "not a list of fields",
		"60 * * * *":                      "invalid cron expression",
		"* 24 * * *":                      "invalid cron expression",
		"* * 0 * *":                       "invalid cron expression",
		"* * 32 * *":                      "invalid cron expression",
		"* * * 13 *":                      "invalid cron expression",
		"* * * * 8":                       "invalid cron expression",
		"* * * * MONDAY":                  "invalid cron expression",
		"*/0 * * * *":                     "invalid cron expression",
		"-1 * * * *":                      "invalid cron expression",
		"1-2-3 * * * *":                   "invalid cron expression",
		"* * L * *":                       "invalid cron expression",
		", * * * *":                       "is empty",
		"* * * * * *":                     "more often than every 10s",
		"*/5 * * * * *":                   "more often than every 10s",
		"0,55 * * * * *":                  "more often than every 10s",
		strings.Repeat("1,", 150) + "1 *": "characters",
		"\x00 * * * *":                    "invalid cron expression",
	} {
		_, err := schedule.ParseCron(text)
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) || fault.From(err).Hint == "" {
			t.Errorf("%q: %v, want invalid with %q and a hint", text, err, want)
		}
	}
}

func TestValidCronIsParsed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"  0  6 *\t* mon-fri ":   "0 6 * * mon-fri",
		"*/10 * * * * *":         "*/10 * * * * *",
		"0 22-2 * NOV-FEB 7":     "0 22-2 * NOV-FEB 7",
		"5/20 0,12 1,15 */2 ?":   "5/20 0,12 1,15 */2 ?",
		"0 0 0 29 2 *":           "0 0 0 29 2 *",
		"59 59 23 31 12 SUN,7,0": "59 59 23 31 12 SUN,7,0",
	} {
		read, err := schedule.ParseCron(text)
		if err != nil || read.String() != want {
			t.Errorf("%q: %q, %v", text, read, err)
		}
	}
}

func FuzzParseCron(f *testing.F) {
	for _, seed := range []string{"0 6 * * MON", "*/10 * * * * *", "1-5/2,7 * ? JAN-MAR 0", ",,, * * * *", "9999999999999999999 * * * *"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		read, err := schedule.ParseCron(text)
		if err != nil {
			if !fault.Is(err, fault.Invalid) {
				t.Fatal(err)
			}
			return
		}
		again, err := schedule.ParseCron(read.String())
		if err != nil || again != read {
			t.Fatalf("%q becomes %q, which is read as %q, %v", text, read, again, err)
		}
	})
}
