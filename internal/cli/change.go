package cli

import (
	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/millrace/millrace/internal/fault"
)

// changed is the value of a flag that was given, also when it is empty; nil leaves a thing as it is.
func changed[T any](command *cobra.Command, flag string, value T) *T {
	if !command.Flags().Changed(flag) {
		return nil
	}
	return &value
}

// changedOrNull is the value of a flag that was given, where an empty one takes away what was there.
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

// someChange refuses a command line that asks for no change: none of the flags that say what to change was given. Others
// say where.
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
	return &usageError{err: fault.New(fault.Invalid, "there is nothing to change"), command: command.CommandPath()}
}

// lay puts a value that was given over one that there is.
func lay[T any](over *T, value *T) {
	if value != nil {
		*over = *value
	}
}
