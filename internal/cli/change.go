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
func changedOrNull[T ~string](command *cobra.Command, flag string, value T) nullable.Nullable[T] {
	switch {
	case !command.Flags().Changed(flag):
		return nil
	case value == "":
		return nullable.NewNullNullable[T]()
	default:
		return nullable.NewNullableWithValue(value)
	}
}

// someChange refuses a command line that asks for no change: none of the flags that say what to change was given.
func someChange(command *cobra.Command) error {
	connection := map[string]bool{"server": true, "token": true, "profile": true, "json": true}
	found := false
	command.Flags().Visit(func(flag *pflag.Flag) { found = found || !connection[flag.Name] })
	if found {
		return nil
	}
	return &usageError{err: fault.New(fault.Invalid, "there is nothing to change"), command: command.CommandPath()}
}
