package cli

import (
	"encoding/json"
	"maps"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
)

// parameterFlags are the parameters of a run on a server.
type parameterFlags struct {
	single []string
	all    string
}

func (f *parameterFlags) register(command *cobra.Command) {
	command.Flags().StringArrayVar(&f.single, "parameter", nil, "parameter for templates, as name=value; may be repeated (also --param)")
	command.Flags().StringVar(&f.all, "parameters", "", "all parameters, as a JSON object or a file with one")
}

// read returns the parameters as JSON, nil if there are none, and whether to merge them into those of the environment.
func (f *parameterFlags) read() (parameters json.RawMessage, merge bool, err error) {
	single, err := parseParameters(f.single)
	if err != nil || f.all == "" && len(single) == 0 {
		return nil, false, err
	}
	object := map[string]any{}
	if f.all != "" {
		if object, err = readObject(f.all); err != nil {
			return nil, false, err
		}
	}
	maps.Copy(object, single)
	parameters, err = json.Marshal(object)
	return parameters, f.all == "", err
}

// readObject reads a JSON object from the flag itself or from the file that it names.
func readObject(text string) (map[string]any, error) {
	source := "--parameters"
	if !strings.HasPrefix(strings.TrimSpace(text), "{") {
		raw, err := os.ReadFile(text)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "--parameters is neither a JSON object nor a file that can be read")
		}
		source, text = "the file "+text, string(raw)
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber() // keep integers exact
	var object map[string]any
	if err := decoder.Decode(&object); err != nil || object == nil || decoder.More() {
		return nil, fault.New(fault.Invalid, "%s is not a JSON object", source).
			WithHint(`Write a JSON object like {"since": "2024-01-01", "days": 7}.`)
	}
	return object, nil
}
