package progress

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"github.com/millrace/millrace/internal/engine"
)

// Clean turns a text into one line without terminal commands.
func Clean(text string) string {
	return strings.Join(strings.Fields(printable(text)), " ")
}

// printable removes escape sequences and control characters, and keeps line ends.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r): // joiners of letters are Cf
			return -1
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069': // would reverse the rest of the line
			return -1
		}
		return r
	}, ansi.Strip(text))
}

// fit cuts a text to a width in terminal columns.
func fit(text string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(text, width, "…")
}

// pad fills or cuts a text to a width.
func pad(text string, width int) string {
	text = fit(text, width)
	return text + strings.Repeat(" ", max(width-ansi.StringWidth(text), 0))
}

// Duration formats a duration with about two significant digits.
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Truncate(100*time.Millisecond).Seconds())
	case d < time.Hour:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	default:
		return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
	}
}

// number formats a count with commas.
func number(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// rows describes row counts; empty if all are zero.
func rows(c engine.Counts) string {
	var parts []string
	for _, one := range []struct {
		count int64
		verb  string
	}{{c.Inserted, "inserted"}, {c.Updated, "updated"}, {c.Deleted, "deleted"}} {
		if one.count != 0 {
			parts = append(parts, number(one.count)+" "+one.verb)
		}
	}
	return strings.Join(parts, ", ")
}
