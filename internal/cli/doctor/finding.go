package doctor

import "fmt"

// State is how good a finding is.
type State string

// The states.
const (
	OK   State = "ok"
	Warn State = "warn" // it works, and somebody should know
	Fail State = "fail"
)

// Finding is what came of a check.
type Finding struct {
	Check   string `json:"check"` // what was looked at
	State   State  `json:"state"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // what to do about it
}

// Worst is the worst state of findings.
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

// withHint gives the finding with what to do about it.
func (f Finding) withHint(format string, args ...any) Finding {
	f.Hint = fmt.Sprintf(format, args...)
	return f
}
