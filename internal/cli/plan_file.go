package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"

	"github.com/millrace/millrace/internal/fault"
)

// writePlan writes a plan to a file, for those who approve and for those who deploy it.
func writePlan(path string, raw []byte) error {
	text, err := readable(raw)
	if err != nil {
		return err
	}
	if err = os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // a plan is to be read by others
		return fault.Wrap(err, fault.Conflict, "the plan cannot be written to %s", path)
	}
	return nil
}

// planArgument gives the id of a plan, which is what is on the command line, or in the file that it names.
func planArgument(text string) (string, error) {
	raw, err := os.ReadFile(text)
	if errors.Is(err, fs.ErrNotExist) {
		return text, nil
	}
	if err != nil {
		return "", fault.Wrap(err, fault.Invalid, "the plan in %s cannot be read", text)
	}
	var plan struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &plan) != nil || plan.ID == "" {
		return "", fault.New(fault.Invalid, "the file %s does not hold a plan", text).
			WithHint("`millrace plan --out FILE` writes one. A plan can also be named by its id.")
	}
	return plan.ID, nil
}

// printBody writes JSON of a server as it is, but so that people can read it too.
func (p Program) printBody(raw []byte) error {
	text, err := readable(raw)
	if err != nil {
		return err
	}
	return p.print(text)
}

// readable is JSON with a line for each value.
func readable(raw []byte) (string, error) {
	var out bytes.Buffer
	if json.Indent(&out, bytes.TrimSpace(raw), "", "  ") != nil {
		return "", notOurs()
	}
	return out.String() + "\n", nil
}
