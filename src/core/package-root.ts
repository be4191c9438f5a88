/** The folder of package.json and of the migrations. The built files are in folders as deep as this one. */
export const PACKAGE_ROOT = new URL("../../", import.meta.url);
