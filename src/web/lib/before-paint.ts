/**
 * Inline script of the head. Before the first paint it sets `dark` on the root element, and `data-session` when a user token is
 * stored, so that neither the wrong theme nor login links flash. It adds the `theme-color` meta itself: React would add a second one
 * beside one that changed before hydration.
 */
export const beforePaint = `(function(){var r=document.documentElement,m=document.createElement("meta"),d,t;try{d=localStorage.getItem("darkMode");t=localStorage.getItem("userToken")}catch(e){}
if(d==="true"||d!=="false"&&matchMedia("(prefers-color-scheme: dark)").matches)r.classList.add("dark");
m.name="theme-color";m.content=r.classList.contains("dark")?"#150e10":"#f8f1e4";document.head.append(m);
if(t)r.dataset.session="yes"})()`;
