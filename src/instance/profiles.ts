import type * as z from 'zod';
import { metaOf, type Module } from '../rest/rest-fields.ts';

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

/** The fields of a record that an instance of this profile has. */
export function fieldsOf(
  schema: z.ZodObject,
  { modules }: Profile,
): readonly (readonly [string, z.ZodType])[] {
  return Object.entries(schema.shape).filter(([field, fieldSchema]) => {
    const module = metaOf(fieldSchema)?.module;
    return field !== 'customFields' && (module === undefined || modules.has(module));
  });
}

export function hasField(schema: z.ZodObject, profile: Profile, field: string): boolean {
  return fieldsOf(schema, profile).some(([name]) => name === field);
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
