package cli

import (
	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/millrace/millrace/internal/fault"
)

// changed returns the value of a flag that is on the command line, also when it is empty. It returns nil, which changes
// nothing, for any other flag.
func changed[T any](command *cobra.Command, flag string, value T) *T {
	if !command.Flags().Changed(flag) {
		return nil
	}
	return &value
}

// changedOrNull is like changed, but an empty value clears the field.
func changedOrNull[T comparable](command *cobra.Command, flag string, value T) nullable.Nullable[T] {
	var empty T
	switch {
	case !command.Flags().Changed(flag):
		return nil
	case value == empty:
		return nullable.NewNullNullable[T]()
	default:
		return nullable.NewNullableWithValue(value)
	}
}

// someChange rejects a command line without a flag that says what to change. The flags in others say where.
func someChange(command *cobra.Command, others ...string) error {
	connection := map[string]bool{"server": true, "token": true, "profile": true, "json": true}
	for _, flag := range others {
		connection[flag] = true
	}
	found := false
	command.Flags().Visit(func(flag *pflag.Flag) { found = found || !connection[flag.Name] })
	if found {
		return nil
	}
	return &usageError{err: fault.New(fault.Invalid, "no flag says what to change"), command: command.CommandPath()}
}

// lay sets over to value unless value is nil.
func lay[T any](over *T, value *T) {
	if value != nil {
		*over = *value
	}
}
