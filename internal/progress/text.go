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

// Clean makes one line of a text that others wrote, without anything that a terminal would take for a command.
func Clean(text string) string {
	return strings.Join(strings.Fields(printable(text)), " ")
}

// printable takes out escape sequences and control characters, and keeps the lines.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r): // joiners of letters are Cf
			return -1
		case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069': // would turn the rest of the line around
			return -1
		}
		return r
	}, ansi.Strip(text))
}

// fit cuts a text to a width in columns of the terminal.
func fit(text string, width int) string {
	if width <= 0 {
		return ""
	}
	return ansi.Truncate(text, width, "…")
}

// pad fills a text up to a width, or cuts it.
func pad(text string, width int) string {
	text = fit(text, width)
	return text + strings.Repeat(" ", max(width-ansi.StringWidth(text), 0))
}

// Duration writes how long something took, with about two digits that matter.
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

// number writes a count with commas between the thousands.
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

// rows says what happened to rows; empty when nothing did.
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
