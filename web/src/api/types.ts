import type { components } from './schema.gen';

type Schemas = components['schemas'];

export type EnvironmentSummary = Schemas['EnvironmentSummary'];
export type Environment = Schemas['Environment'];
export type EnvironmentStatus = Schemas['EnvironmentStatus'];
export type EnvironmentCreate = Schemas['EnvironmentCreate'];
export type Project = Schemas['Project'];
export type ProjectCreate = Schemas['ProjectCreate'];
export type PlatformKind = Schemas['PlatformKind'];
export type Token = Schemas['Token'];
export type NewToken = Schemas['NewToken'];
export type User = Schemas['User'];
export type UserCreate = Schemas['UserCreate'];
export type UserStatus = Schemas['UserStatus'];
export type OrganizationRole = Schemas['OrganizationRole'];
export type Connection = Schemas['Connection'];
export type ConnectionCreate = Schemas['ConnectionCreate'];
export type ConnectionTest = Schemas['ConnectionTest'];
export type PasswordChange = Schemas['PasswordChange'];
export type Login = Schemas['Login'];
