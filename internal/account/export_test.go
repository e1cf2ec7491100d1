package account

// EveryPermission exports the list of an administrator's permissions for tests.
func EveryPermission() []Permission { return everyPermission }

// PermissionsInProject exports the table of the project roles for tests.
func PermissionsInProject(role ProjectRole) []Permission { return inProject[role] }

// PermissionsInEnvironment exports the table of the environment roles for tests.
func PermissionsInEnvironment(role EnvironmentRole) []Permission { return inEnvironment[role] }
