import type { Found } from '#features/search/contract.ts';

export function foundPath({ kind, id, albumId }: Found): string {
  switch (kind) {
    case 'person':
      return `/users?show=${id}`;
    case 'medication':
      return `/medications?show=${id}`;
    case 'event':
      return `/calendar?show=${id}`;
    case 'album':
      return `/photo-albums?album=${id}&show=${id}`;
    case 'photo':
      return `/photo-albums?album=${albumId}&show=${id}`;
    case 'video':
    case 'playlist':
    case 'article':
      return `/admin?kind=${kind}s&show=${id}`;
  }
}
