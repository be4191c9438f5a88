/** No sheet over the home page. */
export default function NoSheet() {
  return null;
}
