/** Extensions of files that are already compressed. */
const PACKED = new Set(
  `jpg jpeg png gif webp avif ico mp4 webm m4v mov ogv mp3 m4a ogg flac zip gz br zst 7z xz rar woff woff2 pdf docx xlsx pptx odt epub pagefind pf_meta pf_index pf_fragment pf_filter`.split(
    ' ',
  ),
)

/** True for a file that is stored uncompressed. */
export const isPacked = (path: string): boolean => PACKED.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
