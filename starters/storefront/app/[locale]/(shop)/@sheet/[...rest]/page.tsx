/** No sheet over other pages: the one that is open closes when one goes on. */
export default function NoSheet() {
  return null;
}
