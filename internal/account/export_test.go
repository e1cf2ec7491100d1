package account

// EveryPermission opens the list of an administrator's permissions to the tests.
func EveryPermission() []Permission { return everyPermission }

// PermissionsInProject opens the table of the project roles to the tests.
func PermissionsInProject(role ProjectRole) []Permission { return inProject[role] }

// PermissionsInEnvironment opens the table of the environment roles to the tests.
func PermissionsInEnvironment(role EnvironmentRole) []Permission { return inEnvironment[role] }
