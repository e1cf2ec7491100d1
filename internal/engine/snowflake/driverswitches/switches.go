// Package driverswitches turns off what the Snowflake driver does in a program that only imports it: its init loads a native
// library from a file that it writes into the temporary or the home folder, and creates a folder for credentials in the home folder.
// Its first connection asks the metadata services of three clouds where it runs. Environment variables are the only way to turn these
// off, and the first two must be set before the driver's package is initialized.
//
// Go initializes packages in the order of their import paths, as far as their imports allow it. This package imports only os, and its
// path is before that of the driver, so that it is always first. A test of package snowflake checks the effect.
package driverswitches

import "os"

// The blank variable is set when the package is initialized. Children of the process inherit the variables, which are
// harmless to them.
var _ = turnOff()

func turnOff() error {
	for name, value := range map[string]string{
		"SF_DISABLE_MINICORE":                   "true",       // the native library
		"SF_TEMPORARY_CREDENTIAL_CACHE_DIR":     "/proc/self", // exists, and nobody can write there
		"SNOWFLAKE_DISABLE_PLATFORM_DETECTION":  "true",       // the requests to metadata services
		"SF_TELEMETRY_DISABLE_CONNECTION_SHAPE": "true",       // a record of how the connection was configured
	} {
		if err := os.Setenv(name, value); err != nil {
			return err
		}
	}
	return nil
}
