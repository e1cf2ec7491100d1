package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"github.com/millrace/millrace/internal/fault"
)

// writePlan writes a plan to a file for review and deployment.
func writePlan(path string, raw []byte) error {
	text, err := readable(raw)
	if err != nil {
		return err
	}
	if err = os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // other users review plans
		return fault.Wrap(err, fault.Conflict, "cannot write the plan to %s", path)
	}
	return nil
}

// planArgument returns the id of a plan from the argument, which is the id or a file with the plan.
func planArgument(text string) (string, error) {
	raw, err := os.ReadFile(text)
	if errors.Is(err, fs.ErrNotExist) {
		return text, nil
	}
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "cannot read the plan in %s", text)
	}
	var plan struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &plan) != nil || plan.ID == "" {
		return "", fault.New(fault.Invalid, "the file %s is not a plan", text).
			WithHint("Write one with `millrace plan --out FILE`, or pass the id of a plan.")
	}
	return plan.ID, nil
}

// printBody writes the JSON of a server unchanged, but indented.
func (p Program) printBody(raw []byte) error {
	text, err := readable(raw)
	if err != nil {
		return err
	}
	return p.print(text)
}

// readable indents JSON.
func readable(raw []byte) (string, error) {
	var out bytes.Buffer
	if json.Indent(&out, bytes.TrimSpace(raw), "", "  ") != nil {
		return "", notMillraceFault()
	}
	return out.String() + "\n", nil
}
