declare module 'opencc-js/dict/TSCharacters' {
  /** `發 发|換 换`: a traditional character and the simplified one, which may be outside the Basic Multilingual Plane. */
  const characters: string
  export default characters
}
