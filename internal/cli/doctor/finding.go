package doctor

import "fmt"

// State is the result of a check.
type State string

// The states.
const (
	OK   State = "ok"
	Warn State = "warn" // it works, but needs attention
	Fail State = "fail"
)

// Finding is the result of one check.
type Finding struct {
	Check   string `json:"check"` // name of the check
	State   State  `json:"state"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // what to do
}

// Worst returns the worst state of the findings.
func Worst(findings []Finding) State {
	worst := OK
	for _, f := range findings {
		if f.State == Fail || f.State == Warn && worst == OK {
			worst = f.State
		}
	}
	return worst
}

func okf(check, format string, args ...any) Finding {
	return Finding{Check: check, State: OK, Message: fmt.Sprintf(format, args...)}
}

func warnf(check, format string, args ...any) Finding {
	return Finding{Check: check, State: Warn, Message: fmt.Sprintf(format, args...)}
}

func failf(check, format string, args ...any) Finding {
	return Finding{Check: check, State: Fail, Message: fmt.Sprintf(format, args...)}
}

// withHint returns the finding with a hint.
func (f Finding) withHint(format string, args ...any) Finding {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}
