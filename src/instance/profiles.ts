import type { Module } from '../rest/fields.ts';

export const profileNames = ['generic', 'recruiting-network', 'law', 'mse', 'full'] as const;
export type ProfileName = (typeof profileNames)[number];

/** An instance's configuration. */
export type Profile = {
  readonly name: ProfileName;
  readonly modules: ReadonlySet<Module>;
  readonly maxDegrees: number;
};

export function profileOf(name: ProfileName): Profile {
  return { name, modules: new Set(modulesOf[name]), maxDegrees: 5 };
}

const modulesOf: Readonly<Record<ProfileName, readonly Module[]>> = {
  generic: [],
  'recruiting-network': ['recruitingNetwork'],
  law: ['lawSchool', 'geographicPreferences'],
  mse: ['multiSchool'],
  full: [
    'recruitingNetwork',
    'multiSchool',
    'geographicPreferences',
    'counseling',
    'professionalNetwork',
    'multipleDegrees',
    'severalWorkAuthorizations',
  ],
};
